import type { MutantResult } from '@stryker-mutator/api/core';

export const testedSoFar: readonly MutantResult[];
