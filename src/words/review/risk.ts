/** How much a person has to look at. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export interface Risk {
  readonly level: RiskLevel;
  /** Gravest first, one line each: `changes a migration: db/migrate/003.sql`. Never empty: `tests only` is one. */
  readonly reasons: readonly string[];
}
