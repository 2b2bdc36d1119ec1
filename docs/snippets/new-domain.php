<?php

require_once __DIR__ . '/keystead.php';

/** Allows a passkey on the new domain, for a user who has signed in with an emailed code. */
function authorizeOnNewDomain(string $userId, string $email, string $newRpId): string
{
    $reply = keystead('POST', 'passkey/registration/authorize', [
        'userId' => $userId,
        'username' => $email,
        'rpId' => $newRpId,
    ]);
    return $reply['registrationToken'];
}

/** Lists a user's passkeys of the old domain, to remove them when you no longer need it. */
function listPasskeysOf(string $userId, string $rpId): array
{
    $ids = [];
    foreach (keystead('GET', 'passkeys?userId=' . rawurlencode($userId))['records'] as $record) {
        $passkey = keystead('GET', 'passkeys/' . rawurlencode($record['id']));
        if ($passkey['credential']['rpId'] === $rpId) {
            $ids[] = $record['id'];
        }
    }
    return $ids;
}
