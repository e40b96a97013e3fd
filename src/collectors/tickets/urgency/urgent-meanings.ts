/**
 * What makes a ticket urgent, by meaning: each as the ways in which people say it. Pure.
 *
 * Patterns hold no nested repetition, and gaps between words are bounded, so that a text of a megabyte is read in linear time.
 */

/** A pattern that matches whole words, case aside, with straight and curly apostrophes alike. */
function says(source: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}_])(?:${source.replaceAll("'", "['’]?")})(?![\p{L}\p{N}_])`,
    'giu',
  );
}

const MY = '(?:my|our|his|her|their|the|a|this|both|all)';
const SOMEONE =
  '(?:someone|somebody|some ?one else|a stranger|strangers|hackers?|(?:a |the )?thie(?:f|ves)|another person|anyone|they)';
const CANNOT =
  "(?:can ?not|can't|could ?not|couldn't|unable to|not able to|no longer able to|impossible to|nobody can|no one can|none of us can)";
const THING =
  '(?:(?:bank |credit |debit |visa |master ?|virtual |physical |sim |id |mobile |cell |smart |work |company |discover |amex )?(?:cards?|phones?)|i?phone|mobile|wallet|purse|laptop|computer|tablet|device|passport|handbag|backpack|(?:access )?token|badge|usb stick|yubikey)';
const MONEY =
  '(?:payments?|transactions?|charges?|withdrawals?|debits?|direct debits?|purchases?|transfers?|fees?|orders?)';
const ACCESS =
  '(?:accounts?|pins?|pin numbers?|cards?|profiles?|log-?ins?|passcodes?|access|users?)';
const BY_ME =
  '(?:make|made|do|did|authori[sz]ed?|approved?|recogni[sz]ed?|set up|submit(?:ted)?|perform(?:ed)?|complete|initiated?|remember|recall|request(?:ed)?|place)';
const NOT_BY_ME = `(?:i|we) (?:(?:did not|didn't|do not|don't|never|have not|haven't|can't|cannot|am sure i didn't|certainly didn't|definitely didn't) ${BY_ME}|am not (?:aware|familiar))`;

export const URGENT_MEANINGS: readonly RegExp[] = [
  // Their own word for it.
  says('urgent|urgently|asap|as soon as possible|emergency|show-?stopper|this is critical'),
  says('(?:critical|severe) (?:issue|bug|problem|error|failure|outage|incident|for (?:us|our))'),
  says('(?:p0|p1|sev[- ]?[01])(?! ?[/.:=])'),

  // Stolen.
  says(
    'stolen|was mugged|got mugged|been mugged|(?:was|were|got|been) (?:robbed|pickpocketed|burgled|burglarized)',
  ),
  says(
    `stole ${MY}|${SOMEONE} (?:\\w+ )?(?:stole|took|swiped|grabbed) ${MY}|(?:wallet|purse|bag|handbag) (?:was|got) taken|took everything i (?:have|had)`,
  ),

  // Lost: a thing that opens something.
  says(`(?:lost|misplaced|losing|mislaid|lost track of|lose) (?:${MY} )?(?:\\w+ )?${THING}`),
  says(
    `report (?:${MY} )?(?:\\w+ ){0,3}cards? (?:as |is )?lost|card theft|${THING} (?:that )?(?:is|was|has|have|had|got|went|seems to be|must be) (?:been )?(?:\\w+ )?(?:lost|gone(?! (?:through|up|down|to|into))|missing|misplaced)`,
  ),
  says(
    `${CANNOT} (?:seem to )?(?:find|locate) ${MY} (?:\\w+ )?${THING}|left (?:my|our) (?:\\w+ )?${THING} (?:at|in|on|behind)`,
  ),

  // Fraud.
  says(
    'fraud|frauds|fraudulent|fraudulently|fraudsters?|scam|scams|scammed|scammers?|phishing|phished|identity theft|chargebacks?',
  ),
  says(
    `(?:unauthori[sz]ed|fraudulent|suspicious|unrecogni[sz]ed|unfamiliar|unknown|strange|unexplained|mysterious|random|unusual|weird|mystery) (?:\\w+ ){0,2}(?:${MONEY}|access|activity|log-?ins?|sign-?ins?|use)`,
  ),
  says(`${NOT_BY_ME} (?:\\w+ ){0,3}${MONEY}`),
  says(`(?:${MONEY}|cash|money)(?:,)? (?:\\w+ ){0,8}(?:that |which )?${NOT_BY_ME}`),
  says(
    `(?:${MONEY}|cash|money) (?:\\w+ ){0,6}(?:is not|isn't|was not|wasn't|that's not|are not|aren't|weren't|not) (?:mine|me|by me|made by me|from me|my own)`,
  ),
  says(`(?:it|that) (?:was not|wasn't|is not|isn't) (?:me|made by me|by me)`),
  says(
    "(?:says|shows|states|saying|showing) (?:that )?(?:i|we) (?:withdrew|took out|got|made|paid|have withdrawn) (?:\\w+ ){0,6}(?:but|and|when) (?:i|we) (?:did not|didn't|never|haven't)",
  ),
  says("(?:i|we) (?:did not|didn't|never) (?:withdraw|withdrew|make)(?: \\w+){0,2} (?:cash|money)"),

  // Compromised.
  says(
    '(?:(?:account|server|site) (?:was|is|has been|got) )?(?:compromised|hacked)|hijacked|breached|data (?:breach|leak)|leaked (?:credentials|passwords?|keys?|tokens?)',
  ),
  says(
    `being used by (?:someone|somebody)|${SOMEONE} (?:else )?(?:\\w+ ){0,3}(?:withdrew|withdrawn|charged|using|used|uses|use|has access to|have access to|gained access to|accessed|access to|got into|logged (?:in )?(?:in)?to|found|knows|got|gotten) (?:\\w+ )?(?:my|our)`,
  ),
  says('without (?:my|our) (?:permission|knowledge|consent|authori[sz]ation|approval)'),
  says(
    "(?:sees?|shows?|showing|saw|exposes?|leaks?|leaking) (?:other|another|someone else's?|somebody else's?) (?:people|person|user|customer|client|account|patient|data|order|invoice)\\w*(?:'s?)?",
  ),

  // Locked out.
  says(
    `${CANNOT} (?:even )?(?:log[- ]?in|log on|sign[- ]?in|access (?:my|our|the) (?:\\w+ )?account|get into (?:my|our) (?:\\w+ )?account)`,
  ),
  says('locked (?:me |us |myself |ourselves |everyone |him |her |them )?out'),
  says(
    `${ACCESS} (?:\\w+ )?(?:is|was|are|were|got|gets|has been|have been|been|seems|appears|became|become|to be) (?:\\w+ ){0,2}(?:blocked|locked|suspended|frozen|disabled|deactivated)`,
  ),
  says(
    `(?:unblock|unlock|unfreeze|unlocking|unblocking|unsuspend) ${MY} (?:\\w+ )?${ACCESS}|(?:blocked|locked|suspended|frozen) (?:my|our) (?:\\w+ )?${ACCESS}|(?:hold|block) on (?:my|our) (?:\\w+ ){0,4}${ACCESS}|lock(?:ing)? me out|(?:get|have|need) (?:my|our) (?:\\w+ )?${ACCESS} (?:unblocked|unlocked)|now (?:it is|it's) (?:blocked|locked)|(?:my|our) (?:\\w+ )?${ACCESS} (?:being |is being )?(?:blocked|locked|suspended|frozen)|(?:i am|i'm|we are|i was|i've been|i have been|got|am) (?:now |currently )?(?:blocked|locked)|(?:too many|exceeded)(?: \\w+){0,5} (?:attempts|tries)|wrong (?:\\w+ )?(?:pin|passcode|password) (?:\\w+ ){0,2}(?:too many|several|multiple) times`,
  ),

  // Data loss.
  says(
    'data[- ]loss|(?:lost|deleted|wiped|erased) (?:everything|(?:all|half)(?: of)?(?: (?:my|our|the))? (?:data|files|work|records|projects|documents|messages|customers|orders|history))',
  ),
  says(
    '(?:all|everything)(?: (?:my|our|the))?(?: \\w{1,20})? (?:is|are|was|were|has been|have been|got) (?:gone|lost|deleted|wiped)',
  ),
  says(
    '(?:my|our) (?:data|files|work|projects|documents) (?:is|are|was|were|has|have) (?:\\w+ )?(?:gone|lost|deleted|wiped|disappeared|vanished)',
  ),

  // Legal.
  says(
    '(?:my|our|a|an|your) (?:lawyers?|attorneys?|solicitors?)|lawsuit|legal (?:action|claim|notice|proceedings|steps|department|team)|subpoena|court order|(?:go|take you|see you) (?:to|in) court|sue (?:you|your|them)|ombudsman|cease and desist|(?:call|called|went|go|report(?:ed)? (?:it|this)|filed a report) (?:to |with )?the police|police (?:report|case)|gdpr (?:request|complaint|breach|violation)|data protection (?:authority|complaint|officer)',
  ),

  // Security.
  says(
    'security (?:issue|vulnerability|hole|breach|incident|flaw|bug|leak|problem|risk|concern)s?|vulnerabilit(?:y|ies)|cve-\\d{4}-\\d{3,7}',
  ),

  // Outage.
  says(
    '(?:production|prod|live|the (?:whole )?(?:site|website|service|system|app|platform|api|store|shop)|(?:our|your) (?:whole )?(?:site|website|service|system|app|platform|api|store|shop)|everything) (?:is|are|was|went|has been|has gone|keeps going) (?:completely |totally |still |currently |now )?(?:down|offline|unreachable|broken)',
  ),
  says(
    '(?:production|prod|site|website|service|system|servers?|database) down|down for (?:everyone|everybody|all)|(?:full |complete |major |total )?outage',
  ),
  says(
    '(?:servers?|databases?|clusters?|backends?) (?:is|are|was|were|went|have been|has been|keeps? going) (?:all |both |completely |totally |still |currently |now )?(?:down|offline|unreachable)',
  ),
  says(
    `(?:(?:every|each) (?:customer|user|visitor) (?:sees|gets)|all (?:(?:of )?(?:our|the) )?(?:customers|users|visitors) (?:see|get)) (?:nothing but |only )?(?:an? )?(?:\\w+ )?(?:errors?|(?:blank|white|empty) pages?)|50[0234](?: errors?)? (?:on|for|to) (?:every|each|all)(?: single)? (?:requests?|calls?|pages?|endpoints?)|(?:nobody|no one|no customers?) (?:can|is able to) (?:log ?in|sign in|pay|order|check ?out|work)`,
  ),

  // Money gone.
  says(
    '(?:money|funds|savings|salary|cash|balance) (?:is|are|was|were|has|have|had) (?:\\w+ )?(?:gone|disappeared|vanished|been stolen|been taken|missing)|(?:losing|we (?:\\w+ )?lose) (?:money|revenue|sales|customers|orders)|took (?:my|our) money|lost (?:my|our|all) (?:\\w+ )?(?:money|savings)',
  ),
  says(
    `(?:charged|billed|debited|deducted)(?: \\w+){0,5} (?:twice|double|two times|three times|multiple times|more than once|again)|paid (?:\\w+ ){0,2}(?:twice|two times)|double[- ](?:charged|billed|charges?|charging)|charged (?:me )?(?:for )?(?:someone|somebody) else`,
  ),
  says(
    `(?:duplicated?|double|multiple|repeated) (?:\\w+ )?(?:payments?|transactions?|charges?|debits?)|(?:payments?|transactions?|charges?|purchase)(?: \\w+){0,6} (?:twice|two times|more than once|multiple times|duplicate times|duplicated|doubled)|(?:two|multiple) of the same (?:\\w+ )?(?:payments?|transactions?|charges?)|same (?:\\w+ )?(?:payment|transaction|charge) (?:\\w+ ){0,4}(?:twice|two times|more than once|multiple times|again)`,
  ),

  // The same in German, French and Spanish.
  says(
    'dringend|eilt sehr|notfall|so schnell wie m(?:ö|oe)glich|gestohlen|geklaut|betrug|betrogen|gehackt|datenverlust|rechtsanwalt|anwalt|polizei|(?:karte|handy|telefon|geldbörse|portemonnaie|ausweis) (?:ist |wurde |habe ich )?verloren|(?:konto|karte|zugang|pin) (?:ist |wurde )?gesperrt|ausgesperrt|komplettausfall|sicherheitslücke|doppelt (?:abgebucht|berechnet|belastet)',
  ),
  says(
    "d(?:è|e)s que possible|on m'a volé|volée?|perdu (?:ma|mon) (?:carte|téléphone|portefeuille)|fraude|piratée?|(?:compte|carte|accès) (?:est |a été )?(?:bloquée?|suspendue?)|avocat|plainte|perte de données|en panne|faille de sécurité|débitée? deux fois",
  ),
  says(
    'lo antes posible|urgente|robad[oa]s?|me robaron|perdí (?:mi|la|el) (?:tarjeta|teléfono|móvil|cartera)|estafa|hackead[oa]|(?:cuenta|tarjeta|acceso|pin) (?:está |fue |ha sido )?(?:bloquead[oa]|suspendid[oa])|abogado|denuncia|pérdida de datos|cobrado dos veces',
  ),
];
