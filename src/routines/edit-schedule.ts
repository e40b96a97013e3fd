/** The schedule in the text of a routine, read and replaced; comments and the rest of the text stay. */
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';

import { oneLine } from '../words/text.ts';
import { editYaml } from './edit-yaml.ts';
import { readTimeOfDay, timeOfDayText } from './schedule/schedule-words.ts';

export interface EditedSchedule {
  readonly text: string;
  /** As it stands in the text now. */
  readonly schedule: string;
  /** On one line, as it stood there; `null`: there was none. */
  readonly was: string | null;
}

/**
 * @param text YAML that can be parsed @param wanted words or a cron line, as in `on.schedule`; a time alone (`7:00`,
 * `at 7pm`) moves a schedule of one line to that time of its days
 */
export function editSchedule(text: string, wanted: string): EditedSchedule {
  const document = parseDocument(text);
  const place = document.getIn(['on', 'schedule'], true);
  const range = isScalar(place) || isMap(place) || isSeq(place) ? place.range : null;
  const before = isScalar(place) ? String(place.value) : null;
  const written = before ?? (range ? text.slice(range[0], range[1]) : null);
  const was = written === null ? null : oneLine(written, 200);
  const schedule = atTimeAlone(before, oneLine(wanted, 200).trim());
  const yaml = JSON.stringify(schedule);
  const edit = isMap(document.get('on', true))
    ? { path: ['on', 'schedule'], yaml }
    : { path: ['on'], yaml: `{ schedule: ${yaml} }` };
  return { text: editYaml(text, [{ ...edit, dropComment: true }]), schedule, was };
}

const TIME_ALONE = /^(?:at )?(\d{1,2}(?::\d{2})?(?: ?[ap]m)?)$/i;
const PLAIN_CRON = /^\d{1,2} \d{1,2} (\S+ \S+ \S+)$/;

function atTimeAlone(before: string | null, wanted: string): string {
  const minutes = readTimeOfDay((TIME_ALONE.exec(wanted)?.[1] ?? '').toLowerCase());
  if (minutes === null) return wanted;
  const days = PLAIN_CRON.exec(before ?? '')?.[1];
  if (days !== undefined) return `${minutes % 60} ${Math.floor(minutes / 60)} ${days}`;
  const [, words = 'daily', zone = ''] =
    /^((?:daily|week|month).*?)(?: (?:at|between) .*?)?( in \S+)?$/i.exec(before ?? '') ?? [];
  return `${words} at ${timeOfDayText(minutes)}${zone}`;
}
