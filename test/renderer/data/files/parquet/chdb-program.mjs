import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * clickhouse-client as far as the scripts use it, over chdb: runs the statements of its input in a database that lies in a folder,
 * where the files lie that they name. Arguments: the folder of the package, that of the database. Of each statement it writes what
 * it answers.
 */

const [chdbFolder, database] = process.argv.slice(2);
const from = createRequire(pathToFileURL(`${chdbFolder}/`));
const { Session } = from('chdb');

let input = '';
for await (const piece of process.stdin) input += piece;

/** Statements end with a semicolon at the end of a line. */
const statements = input
  .replaceAll(/^--.*$/gm, '')
  .split(/;\n/)
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '');
const session = new Session(database);
try {
  for (const statement of statements) {
    const answer = session.query(statement, 'TSVRaw');
    if (answer !== undefined && answer !== '')
      process.stdout.write(answer.endsWith('\n') ? answer : `${answer}\n`);
  }
} catch (error) {
  process.stderr.write(`${error}`);
  process.exitCode = 1;
} finally {
  session.close();
}
