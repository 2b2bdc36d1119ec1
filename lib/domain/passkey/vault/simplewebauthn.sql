-- Writes the import format, one line per passkey, from the tables of SimpleWebAuthn's guide:
--   psql "$DATABASE_URL" -AtX -f simplewebauthn.sql > vault.ndjson
-- For older rows without device_type, omit backupEligible; the first sign-in determines it.
SELECT json_build_object(
  'credentialId', p.id,
  'publicKey', encode(p.public_key, 'base64'),
  'userHandle', p.webauthn_user_id,
  'rpId', 'example.com',
  'username', u.username,
  'signCount', p.counter,
  'transports', string_to_array(p.transports, ','),
  'backupEligible', p.device_type = 'multiDevice',
  'backedUp', p.backed_up,
  'createdAt', floor(extract(epoch FROM p.created_at) * 1000)::bigint,
  'lastUsedAt', floor(extract(epoch FROM p.last_used_at) * 1000)::bigint,
  'user', json_build_object('userId', u.id::text, 'email', u.email, 'emailVerified', u.email_verified)
)
FROM passkeys p JOIN users u ON u.id = p.user_id
ORDER BY p.created_at;
