import { DuckDBInstance } from '@duckdb/node-api';

/** `duckdb -c SQL`, for machines with DuckDB's library alone. Extensions are not fetched. */

const [, , option, sql = ''] = process.argv;
if (option !== '-c') throw new Error(`No such option: ${option}`);
const instance = await DuckDBInstance.create(':memory:', {
  threads: '1',
  autoinstall_known_extensions: 'false',
});
const connection = await instance.connect();
await connection.run(sql);
