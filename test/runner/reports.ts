/** What a runner's JSON report comes down to. */
export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number };

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
};

type PlaywrightReport = {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
};

/** Counts of a vitest report; a file that failed outside its tests (it did not load, its set-up broke) is one more. */
export function countVitest(text: string): Count {
  const report = JSON.parse(text) as VitestReport;
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of a Playwright report; a test that passed only at a second try has failed. */
export function countPlaywright(text: string): Count {
  const { stats } = JSON.parse(text) as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** A run's count, made honest by its exit code: no report, no test, or a bad end without a failure is a failure. */
export function judgeRun(exitCode: number, count: Count | undefined): Count {
  if (count === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const isSilentFailure = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return isSilentFailure ? { ...count, failed: 1 } : count;
}
