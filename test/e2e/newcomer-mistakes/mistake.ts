/** Mistakes that newcomers make, as data: what is there, what is typed, and what has to be said. */

export type Files = Readonly<Record<string, string>>;

export const ROUTINE = 'on: manual\ncollect: [todos]\nagent: { engine: builtin }\n';
/** No repository. */
export const NOWHERE = null;
export const WITH_ROUTINE: Files = { 'routines/tidy.yaml': ROUTINE };
export const WITHOUT_ROUTINES: Files = { a: 'a' };

/** How a cron line is written stands with the reader of cron lines; here it only has to be told. */
export const FIVE_FIELDS = 'Write five fields: minute, hour, day of month, month, day of week';

export interface Mistake {
  readonly what: string;
  readonly files: Files | null;
  readonly args: readonly string[];
  readonly exitCode: number;
  /** `<here>` stands for the folder. */
  readonly says: string;
  readonly hint: string;
}
