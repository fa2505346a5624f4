import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';

/** Runs of one mutant: one after another cut short is lost now and then, two in a row hardly ever. */
const MAX_RUNS = 5;

/**
 * Stryker's runner for Vitest, asked again where it ran none of a mutant's tests: beside a run that ended at its first
 * failure it loses some (stryker-mutator/stryker-js/issues/6073), and calls what nothing looked at a survivor. Plain JavaScript, as its
 * processes load plugins without a compiler.
 */
function createRunner(injector) {
  const [{ factory }] = vitestPlugins;
  const runner = factory(injector);
  const runOnce = runner.mutantRun.bind(runner);
  runner.mutantRun = async (options) => {
    let result = await runOnce(options);
    for (let runs = 1; runs < MAX_RUNS && result.status === 'survived' && result.nrOfTests === 0; runs += 1)
      result = await runOnce(options);
    return result;
  };
  return runner;
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'vitest-without-lost-runs', createRunner),
];
