import { join } from 'node:path';

/** What a runner's JSON report comes down to. */
export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** The same, with where tests failed (paths of files, each once) and what these tests are called. */
export type Outcome = Count & {
  readonly failedFiles: readonly string[];
  readonly failedTests: readonly string[];
};

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

type PlaywrightSuite = {
  readonly file: string;
  readonly specs: readonly { readonly ok: boolean; readonly title: string }[];
  readonly suites?: readonly PlaywrightSuite[];
};

type PlaywrightReport = {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
};

/** Counts of a vitest report; a file that failed outside its tests (it did not load, its set-up broke) is one more. */
export function readVitest(text: string): Outcome {
  const report = JSON.parse(text) as VitestReport;
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  const testsOf = (file: (typeof failed)[number]) =>
    file.assertionResults.filter(({ status }) => status === 'failed');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failed.filter((file) => testsOf(file).length === 0).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failedFiles: failed.map(({ name }) => name),
    failedTests: failed.flatMap((file) =>
      testsOf(file).length === 0 ? [file.name] : testsOf(file).map(({ fullName }) => fullName),
    ),
  };
}

/** A run that was stopped since it stood still: each file that had not ended by then has failed, once. */
export function withUnfinished(outcome: Outcome, files: readonly string[]): Outcome {
  const others = files.filter((file) => !outcome.failedFiles.includes(file));
  return {
    ...outcome,
    failed: outcome.failed + others.length,
    failedFiles: [...outcome.failedFiles, ...others],
    failedTests: [...outcome.failedTests, ...others],
  };
}

/** Counts of a Playwright report; a test that passed only at a second try has failed. */
export function readPlaywright(text: string): Outcome {
  const { stats, suites, config } = JSON.parse(text) as PlaywrightReport;
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failedFiles: [...new Set(failed.map(({ file }) => join(config.rootDir, file)))],
    failedTests: failed.map(({ title }) => title),
  };
}

const specsOf = ({ file, specs, suites = [] }: PlaywrightSuite): readonly Failable[] => [
  ...specs.map(({ ok, title }) => ({ ok, title, file })),
  ...suites.flatMap(specsOf),
];
type Failable = { readonly ok: boolean; readonly title: string; readonly file: string };

const NOTHING: Outcome = { passed: 0, failed: 1, skipped: 0, failedFiles: [], failedTests: [] };

/** A run's outcome, made honest by its exit code: no report, no test, or a bad end without a failure is a failure. */
export function judgeRun(exitCode: number, outcome: Outcome | undefined): Outcome {
  if (outcome === undefined) return NOTHING;
  const isSilentFailure = outcome.failed === 0 && (exitCode !== 0 || outcome.passed === 0);
  return isSilentFailure ? { ...outcome, failed: 1 } : outcome;
}

/** More files than these are no accident of a busy machine. */
const MAX_FILES_AGAIN = 3;

/**
 * The files to run once more by themselves: those with failures, where they are few; none where all passed, where many
 * failed, or where a failure belongs to no file.
 */
export function filesToRunAgain({ failed, failedFiles, failedTests }: Outcome): readonly string[] {
  const isOfFiles = failed > 0 && failedTests.length === failed;
  return isOfFiles && failedFiles.length <= MAX_FILES_AGAIN ? failedFiles : [];
}

/** Both runs as one: what failed at first and passed by itself has passed; what failed by itself has failed. */
export function afterSecondRun(first: Outcome, second: Outcome): Outcome {
  // What follows a failure in one app is skipped with it, and comes to its turn now.
  const all = first.passed + first.failed + first.skipped;
  return { ...second, passed: Math.max(0, all - second.failed - second.skipped) };
}
