/** The times of day of a cron line: seconds, minutes, hours. Read by croner. A time is in seconds since midnight. Pure. */
import { CronPattern } from 'croner';

import { keepRecent } from './keep-recent.ts';

export interface CronTimes {
  /** Of a whole day. */
  readonly perDay: number;
  /** The first after `time`, which may be -1; `null`: none on that day. */
  next(time: number): number | null;
  /** How many before `time`. */
  before(time: number): number;
}

/** @param words three: second, minute, hour; checked before. Equal words share their lists. */
export function cronTimes(words: string): CronTimes {
  const [second = '0', minute = '0', hour = '0'] = words.split(' ');
  const seconds = valuesOf(`second ${second}`);
  const minutes = valuesOf(`minute ${minute}`);
  const hours = valuesOf(`hour ${hour}`);
  const perHour = minutes.length * seconds.length;
  return {
    perDay: hours.length * perHour,
    next: (time) => {
      const at = time + 1;
      const [h, m] = [Math.floor(at / 3600), Math.floor(at / 60) % 60];
      const [firstM = 0] = minutes;
      const [firstS = 0] = seconds;
      if (hours.includes(h)) {
        const s = minutes.includes(m) ? from(seconds, at % 60) : undefined;
        if (s !== undefined) return h * 3600 + m * 60 + s;
        const later = from(minutes, m + 1);
        if (later !== undefined) return h * 3600 + later * 60 + firstS;
      }
      const later = from(hours, h + 1);
      return later === undefined ? null : later * 3600 + firstM * 60 + firstS;
    },
    before: (time) => {
      const [h, m, s] = [Math.floor(time / 3600), Math.floor(time / 60) % 60, time % 60];
      const inMinute = minutes.includes(m) ? below(seconds, s) : 0;
      const inHour = hours.includes(h) ? below(minutes, m) * seconds.length + inMinute : 0;
      return below(hours, h) * perHour + inHour;
    },
  };
}

const valuesOf = keepRecent<readonly number[]>(1024, (fieldAndWord) => {
  const [field = '', word = ''] = fieldAndWord.split(' ');
  if (field === 'hour') return indices(new CronPattern(`0 0 ${word} * * *`).hour);
  return field === 'minute'
    ? indices(new CronPattern(`0 ${word} * * * *`).minute)
    : indices(new CronPattern(`${word} * * * * *`).second);
});

function indices(flags: readonly number[]): readonly number[] {
  return flags.flatMap((flag, index) => (flag > 0 ? [index] : []));
}

function from(values: readonly number[], least: number): number | undefined {
  return values.find((value) => value >= least);
}

function below(values: readonly number[], limit: number): number {
  const index = values.findIndex((value) => value >= limit);
  return index === -1 ? values.length : index;
}
