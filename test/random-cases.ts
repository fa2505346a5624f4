/** CUADRA_CASES multiplies what a run of the suite lives of its longest properties; the night draws four times as many. */
const TIMES = Number(process.env.CUADRA_CASES ?? 1);

/** How many cases a property draws that takes seconds for a few: as given, times CUADRA_CASES. */
export const randomCases = (ofOneRun: number): number => Math.ceil(ofOneRun * TIMES);
