declare module 'virtual:licences' {
  /** Libraries that the app is made of, by licence, made when it is built (electron/build/vite/licences.ts). */
  export const LICENCES: readonly { readonly licence: string; readonly libraries: readonly string[] }[];
}

declare module 'virtual:licence-texts' {
  /** The licences' own texts, each once, with the libraries under it. Long: loaded when one is looked at. */
  export const LICENCE_TEXTS: readonly {
    readonly licence: string;
    readonly libraries: readonly string[];
    readonly text: string;
  }[];
}
