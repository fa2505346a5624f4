/** Under which names the bench serves DuckDB's worker and program; both come from its package. */
export const DUCKDB_FILES = { worker: 'duckdb-worker.js', program: 'duckdb.wasm' } as const;
