declare module "virtual:assets" {
  /** Addresses of the nets and of the Python sources. */
  export const finder: string;
  export const namer: string;
  export const python: string;
  /** Names of the nets, as Python states them. */
  export const model: string;
  /** Their sizes in bytes. */
  export const sizes: { readonly finder: number; readonly namer: number; readonly python: number };
  /** Folder of Pyodide, relative to the page. */
  export const pyodide: string;
  /** Pyodide's list of packages. */
  export const lock: import("pyodide").Lockfile;
}
