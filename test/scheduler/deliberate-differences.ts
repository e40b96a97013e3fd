/** Cases that we answer otherwise on purpose, by id, with the reason. */

const GAP =
  'a time of day that falls into a gap is due at its end: nothing that runs daily is left out';
const OVERLAP =
  'a time of day that comes twice is due once, the first time: nothing that runs daily runs twice';
const QUARTZ = 'days counted back from the last of the month are of Quartz alone, and refused';

export const deliberateDifferences: Readonly<Record<string, string>> = {
  'robfig/cron-49': GAP,
  'hashicorp/cronexpr-72': GAP,
  'hashicorp/cronexpr-73': GAP,
  'hashicorp/cronexpr-89': GAP,
  'temporalio/temporal-1': GAP,
  'harrisiirak/cron-parser-14': `${GAP}, not as far behind it`,
  'harrisiirak/cron-parser-16': `${GAP}, not as far behind it`,
  'robfig/cron-67': OVERLAP,
  'hashicorp/cronexpr-80': OVERLAP,
  'hashicorp/cronexpr-81': OVERLAP,
  'hashicorp/cronexpr-83': OVERLAP,
  'hashicorp/cronexpr-88': OVERLAP,
  'harrisiirak/cron-parser-8':
    'a line with a step follows the clock: all of the repeated hour is due',
  'hashicorp/cronexpr-90':
    'the expectation is wrong: Lord Howe shows 02:31 on that day, after a gap of half an hour',
  'Hexagon/croner-4': 'a test of croner 10 that takes an answer before the time asked from',
  'Hexagon/croner-7': 'a test of croner 10, in which every minute is silent for the repeated hour',
  'quartz-scheduler/quartz-17': QUARTZ,
  'quartz-scheduler/quartz-18': QUARTZ,
  'quartz-scheduler/quartz-19': QUARTZ,
  'quartz-scheduler/quartz-21': QUARTZ,
  'quartz-scheduler/quartz-22': QUARTZ,
  'quartz-scheduler/quartz-24': QUARTZ,
  'quartz-scheduler/quartz-26': QUARTZ,
  'quartz-scheduler/quartz-28': QUARTZ,
  'quartz-scheduler/quartz-29': QUARTZ,
  'quartz-scheduler/quartz-31': QUARTZ,
};
