import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** The mutants of this round that were tested already: what a round that is cut off still has to say. */
export const testedSoFar = [];

/** Keeps each result as it comes. Plain JavaScript, as the other plugins are. */
class TestedSoFar {
  onMutationTestingPlanReady() {
    testedSoFar.length = 0;
  }
  onMutantTested(result) {
    testedSoFar.push(result);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'tested-so-far', TestedSoFar)];
