/** Whether the platform's time zone database knows a name. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // The only thing that makes it throw here is the name.
    return false;
  }
}
