/** When a routine is due, in words. */
export { clockWords, scheduleWords, triggerWords } from '../../app/schedule-words.ts';
