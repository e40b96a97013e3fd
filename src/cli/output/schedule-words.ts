/** When a routine is due, in words. */
export { clockWords, scheduleWords, triggerWords } from '../../scheduler/schedule-words.ts';
