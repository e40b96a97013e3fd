/** Which words of a changed line changed, for whoever shows it. */
export { wordMarks, type Mark } from '../../review/word-marks.ts';
