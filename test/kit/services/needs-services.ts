/** Before the tests of the world outside: says in one place what this machine lacks, instead of failing test by test. */
import { missingServices } from './service-programs.ts';

export default function needServices(): void {
  const missing = missingServices();
  if (missing.length === 0) return;
  throw new Error(
    `the tests of services need ${missing.join(', ')}, which this machine has not\n` +
      'apt-get install postfix dovecot-imapd dovecot-lmtpd dovecot-sieve openssh-server openssl, or leave them out: ROUNDSMAN_CI_OPTIONAL=services',
  );
}
