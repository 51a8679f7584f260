/** The server of a table that the page comes from; a static site has none. */

/** Address of the server's own page, where the games of the table are; null on a static site. */
export const server =
  document.querySelector<HTMLMetaElement>('meta[name="handreader-server"]')?.content ?? null;
