import { testsWithout } from './tests-left-out.ts';

/** Screens in a DOM run every model there is, slowly, and check few of them. */
export default testsWithout(['test/**/*.dom.test.tsx']);
