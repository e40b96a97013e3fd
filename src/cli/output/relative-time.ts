/** Instants as people say them. Exact ones are in `--json`. */
export { localTime, relativeTime } from '../../words/relative-time.ts';
