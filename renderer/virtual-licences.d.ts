declare module 'virtual:licences' {
  /** Libraries that the app is made of, by licence, made when it is built (electron/build/vite/licences.ts). */
  export const LICENCES: readonly { readonly licence: string; readonly libraries: readonly string[] }[];
}
