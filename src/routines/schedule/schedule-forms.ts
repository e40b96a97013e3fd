/** The forms of a schedule in words, for people: what the reference page lists and editors offer. */

export const PHRASE_FORMS: readonly {
  readonly form: string;
  readonly meaning: string;
}[] = [
  { form: 'daily at 07:00', meaning: 'Every day at that time.' },
  { form: 'weekdays at 7:30', meaning: 'Monday to Friday.' },
  { form: 'weekends at 10am', meaning: 'Saturday and Sunday.' },
  { form: 'weekly on monday at 08:00', meaning: 'Once a week; `weekly` alone is on Monday.' },
  {
    form: 'monthly on the 1st at 06:00',
    meaning: 'Once a month, up to the 28th; `monthly` alone is on the 1st.',
  },
  {
    form: 'monthly on the last day at 18:00',
    meaning: 'The 28th to the 31st, as the month has it.',
  },
  { form: 'hourly at :15', meaning: 'Every hour, a quarter past.' },
  { form: 'hourly', meaning: 'Every hour, at a minute of the routine’s own.' },
  { form: 'every 6h', meaning: 'The same as `every: 6h`.' },
  {
    form: 'every weekday at 7:30',
    meaning:
      'The same as `weekdays at 7:30`; `every day`, `every monday`, `mondays` and `every hour` work too.',
  },
  {
    form: 'daily between 01:00 and 04:00',
    meaning:
      'Every day at a time of the routine’s own from 01:00 up to, not including, 04:00. Goes with all of the days above.',
  },
  {
    form: 'weekdays between 22:00 and 02:00',
    meaning: 'Over midnight; the days meant are the ones on which it begins.',
  },
  {
    form: 'weekdays',
    meaning: 'Days alone: at a time of the routine’s own from 01:00 up to 05:00.',
  },
  {
    form: 'daily at noon in Europe/Berlin',
    meaning: 'The zone may be at the end of any of them.',
  },
];

export const PHRASE_EXAMPLES: readonly string[] = PHRASE_FORMS.map(({ form }) => form);
