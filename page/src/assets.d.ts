declare module "virtual:assets" {
  /** Addresses of the nets and of the Python sources. */
  export const finder: string;
  export const namer: string;
  export const bodies: string;
  export const relations: string;
  export const python: string;
  /** Names of the nets that recognise tiles, as Python states them. */
  export const model: string;
  /** Name of the relation net. */
  export const relationModel: string;
  /** Sizes of the files in bytes. */
  export const sizes: Readonly<
    Record<"finder" | "namer" | "bodies" | "relations" | "python", number>
  >;
  /** Folder of Pyodide, relative to the page. */
  export const pyodide: string;
  /** Pyodide's list of packages. */
  export const lock: import("pyodide").Lockfile;
}
