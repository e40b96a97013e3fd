/**
 * What people who write to a support desk call one thing, in several ways and languages, and what all of them say whatever
 * their trouble is. Data only; general to software and shops, never to one product.
 */

/** The first word of a row stands for all of the row. Two-word entries are joined with a space. */
export const SAME_MEANING: readonly string[] = [
  'login, log in, log into, logged in, logging in, logon, log on, sign in, sign into, signed in, signing in, signin, anmelden, anmeldung, einloggen, iniciar sesión, inicio sesión, connexion, connecter',
  'logout, log out, logged out, logs out, logging out, sign out, signed out, signs out, abgemeldet, ausgeloggt',
  'signup, sign up, signed up, signing up, register, registered, registering, registration, registrieren, registrierung, registro, registrarse, inscription',
  'password, passwort, pw, pwd, passwd, passphrase, pasword, passwrd, kennwort, contraseña, contrasena',
  'twofactor, 2fa, mfa, two factor, 2 factor, 2 step, two step, otp, totp, authenticator, zwei faktor, one time',
  'email, e-mail, mail, mails, emails, inbox, correo, correos, courriel',
  'sso, saml, oidc, single sign, okta',
  'invoice, bill, bills, invoices, receipt, receipts, rechnung, rechnungen, beleg, factura, facturas, facture',
  'charge, charged, charges, charging, billed, debited, debit, debits, deducted, withdrawn, abgebucht, belastet, cobrado, cobraron, cobro, cargo, débité',
  'twice, double, doubled, duplicate, duplicated, duplicates, doppelt, zweimal, veces, 2x, doble, duplicado, doublon',
  'refund, refunds, refunded, money back, reimburse, reimbursed, reimbursement, chargeback, erstattung, rückerstattung, erstatten, geld zurück, reembolso, devolución, remboursement',
  'cancel, cancelled, canceled, cancelling, canceling, cancellation, kündigen, kündigung, stornieren, cancelar, cancelación, résilier, annuler',
  'subscription, subscriptions, subscribed, subscribe, membership, abo, abonnement, suscripción',
  'payment, payments, pay, paid, paying, pays, zahlung, bezahlung, bezahlen, zahlen, bezahlt, pago, pagar, pagos, paiement',
  'card, cards, visa, mastercard, amex, kreditkarte, karte, tarjeta, carte',
  'account, accounts, acct, acount, konto, cuenta, compte',
  'order, orders, ordered, bestellung, bestellt, pedido, commande',
  'delivery, deliver, delivered, deliveries, shipping, shipped, shipment, ship, parcel, courier, carrier, lieferung, geliefert, versand, paket, envío, paquete, entrega, livraison, colis',
  'tracking, track, tracked, sendungsverfolgung, seguimiento, suivi',
  'return, returns, returned, returning, rückgabe, retoure, zurückschicken, devolver, retour',
  'damaged, damage, cracked, crack, defective, defect, shattered, scratched, dented, kaputt, beschädigt, defekt, dañado, roto, abîmé',
  'discount, coupon, coupons, voucher, promo, promocode, discounts, gutschein, gutscheincode, rabatt, descuento, cupón, remise',
  'tax, taxes, vat, gst, mwst, ust, umsatzsteuer, iva, tva',
  'address, addresses, adresse, anschrift, dirección, direccion',
  'crash, crashes, crashed, crashing, force close, closes itself, abgestürzt, stürzt, absturz, abstürzt, cierra, crashea, plante',
  'freeze, freezes, frozen, froze, freezing, hang, hangs, hanging, hung, unresponsive, hängt, eingefroren, congelado, bloque',
  'slow, slowly, slower, sluggish, lag, laggy, lagging, lags, slowness, snail, langsam, lento, lenta, lentitud, lent',
  'timeout, timeouts, timed out, times out, time out, timing out, zeitüberschreitung, 504',
  'export, exports, exported, exporting, exportieren, exportar, exportación, exporter',
  'import, imports, imported, importing, importieren, importar, importación, importer',
  'upload, uploads, uploaded, uploading, hochladen, subir, téléverser',
  'download, downloads, downloaded, downloading, herunterladen, descargar, télécharger',
  'attachment, attachments, attach, attached, attaching, anhang, anhänge, adjunto, adjuntar',
  'sync, syncs, synced, syncing, synchronise, synchronize, synchronisation, synchronization, synchronised, synchronized, synchronisieren, synchronisiert, sincronizar, sincroniza, sincronización',
  'notification, notifications, notify, notified, notifies, notifs, notif, push, benachrichtigung, benachrichtigungen, notificación, notificaciones',
  'permission, permissions, privilege, privileges, forbidden, 403, access denied, permission denied, unauthorized, unauthorised, berechtigung, berechtigungen, rechte, permiso, permisos, rbac',
  'darkmode, dark mode, dark theme, night mode, darkmodus, dunkelmodus, modo oscuro',
  'delete, deleted, deleting, deletion, deletes, erase, erased, erasure, remove, removed, removing, removal, löschen, gelöscht, löschung, eliminar, borrar, supprimer',
  'invite, invites, invited, inviting, invitation, invitations, einladung, einladen, invitación, invitar',
  'teammate, teammates, colleague, colleagues, coworker, coworkers, kollege, kollegen, kollegin, compañero',
  'seat, seats, license, licenses, licence, licences, lizenz, lizenzen, licencia',
  'search, searches, searched, searching, suche, suchen, buscar, búsqueda, recherche',
  'language, languages, translation, translations, translate, translated, sprache, übersetzung, idioma, traducción',
  'verification, verify, verified, verifying, bestätigung, bestätigen, verificación, verificar',
  'confirmation, confirm, confirmed, confirms, confirming, confirmación',
  'arrive, arrives, arrived, arriving, receive, received, receiving, receives, erhalten, bekommen, angekommen, llega, llegado, llegó, recibido, recibir, recibo, reçu',
  'timezone, timezones, time zone, time zones, utc, dst, zeitzone, zona horaria',
  'calendar, calendars, kalender, calendario, ical, ics',
  'print, prints, printed, printing, printer, drucken, drucker, imprimir, impresora',
  'certificate, certificates, cert, certs, ssl, tls, x509, zertifikat, certificado',
  'kubernetes, k8s, kubectl, kube',
  'database, databases, db, datenbank',
  'repository, repositories, repo, repos',
  'configuration, config, configs, configure, configured, configuring, konfiguration',
  'authentication, auth, authenticate, authenticated, authenticating, authn, authentifizierung, autenticación',
  'apikey, api key, api keys, apikeys, access key, access token, api token',
  'webhook, webhooks, web hook, web hooks',
  'oom, out of memory, oomkilled, oom killed, memory leak, heap',
  'documentation, docs, doc, dokumentation, documentación',
  'backup, backups, backed up, back up, sicherung',
  'restore, restored, restoring, recover, recovered, recovery, wiederherstellen, restaurar, recuperar',
  'upgrade, upgraded, upgrades, upgrading',
  'downgrade, downgraded, downgrading',
  'quota, quotas, rate limit, rate limited, rate limiting, rate limits, ratelimit, throttled, throttling, 429, too many requests',
  'signature, signatures, signed, signing',
  'dashboard, dashboards',
  'wrong, incorrect, incorrectly, falsch, falsche, incorrecto, inaccurate, mismatch',
  'missing, lost, disappeared, vanished, gone, weg, verschwunden, fehlt, fehlen, perdido, desaparecido, disappear, disappears',
  'picture, pictures, photo, photos, image, images, pic, pics, bild, bilder, foto, fotos, imagen, avatar',
  'video, videos, clip, clips',
  'offline, no internet, without internet, airplane',
  'warranty, guarantee, garantie, garantía',
  'price, prices, pricing, preis, preise, precio, precios, prix',
];

/** Said in any ticket, of any theme: they tell themes apart only a little. */
export const WEAK_WORDS =
  'issue problem bug error trouble help support customer service team staff company work working works worked fix fixed fixing question ask asking wonder hope contact ' +
  'write written wrote reply answer respond response tell told say said says mention speak talk call called know known understand think believe guess feel seem look looks looking find found ' +
  'need want wish like love hate try tried trying tries attempt attempted use used using uses user users get gets getting got give gives given make makes made take takes took taken put go goes going went come comes came ' +
  'happen happens happened happening start started starting begin stop stopped stops keep keeps kept continue let set see seen saw show shows showing shown appear appears display click clicked clicking press pressed button tap ' +
  'open opened opening close closed run running ran check checked checking change changed changing turn turned switch able unable possible impossible cannot allow lets ' +
  'today yesterday tomorrow morning afternoon evening night week weeks weekend day days month months year years hour hours minute minutes second seconds time times ago since last first next now recently earlier later always never often sometimes monday tuesday wednesday thursday friday saturday sunday ' +
  'january february march april june july august september october november december date ' +
  'new old good bad great nice fine okay ok sorry sure right well better best big small long short many much lot lots bit little few whole entire same different several every other another thing things stuff way ways something anything nothing everything everyone someone anyone people person ' +
  'app application site website web page pages product software tool platform system program version update updated latest browser chrome firefox safari edge windows mac macos linux computer laptop desktop pc device devices phone iphone android ipad ios mobile tablet samsung pixel ' +
  'message messages screen text number numbers name names part case example list item items point place end line lines side top bottom click link ' +
  'please thank thanks thx pls plz hello hi hey dear regards kind cheers sincerely appreciate appreciated apologies urgent urgently asap immediately quickly soon possible important ' +
  'still already yet again even just really actually simply only also else back instead however please maybe perhaps probably obviously suddenly basically literally honestly frustrating frustrated annoying annoyed ridiculous terrible awful unacceptable disappointed angry waiting wait waited hear ' +
  'business client clients boss colleague office home company guys screenshot attached details info information reason idea clue expected expect actual result steps reproduce environment ' +
  'link links button buttons tab tabs menu field fields setting settings option options list lists view views icon box off on instead without';
