SELECT json_build_object(
  'credentialId', p.cred_id,
  'publicKey', replace(encode(p.cred_public_key, 'base64'), E'\n', ''),
  'userHandle', p.webauthn_user_id,
  'rpId', 'example.com',
  'signCount', p.counter,
  'transports', string_to_array(p.transports, ','),
  'backupEligible', p.backup_eligible,
  'backedUp', p.backup_status,
  'username', u.email,
  'user', json_build_object('userId', u.id::text, 'email', u.email)
)
FROM passkeys p JOIN users u ON u.id = p.internal_user_id
ORDER BY p.created_at;
