/** When a routine is due, in words. */
export { formatClock, formatSchedule, formatTrigger } from '../../scheduler/format-schedule.ts';
