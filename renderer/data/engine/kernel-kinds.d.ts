/** Copies of a module, one for each kind of array: the query tells them apart, their source is the same. */

declare module '#renderer/data/engine/columns/code-loops.ts?kind=*' {
  // biome-ignore lint/performance/noReExportAll: the copy has what the module has.
  export * from '#renderer/data/engine/columns/code-loops.ts';
}

declare module '#renderer/data/engine/filter/number-loops.ts?kind=*' {
  // biome-ignore lint/performance/noReExportAll: the copy has what the module has.
  export * from '#renderer/data/engine/filter/number-loops.ts';
}
