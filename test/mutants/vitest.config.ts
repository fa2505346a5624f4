import { testsWithout } from './tests-left-out.ts';

export default testsWithout([]);
