/** CUADRA_CASES multiplies what a run of the suite lives of its longest properties; the night lives four times as much. */
const TIMES = Number(process.env.CUADRA_CASES ?? 1);

/** How many cases a property draws that takes seconds for a few: as given, times CUADRA_CASES. */
export const randomCases = (ofOneRun: number): number => Math.ceil(ofOneRun * TIMES);

/** Of places that are gone through in steps, every how manieth: as given, CUADRA_CASES times as close together. */
export const everyNth = (inOneRun: number): number => Math.max(1, Math.floor(inOneRun / TIMES));
