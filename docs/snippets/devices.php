<?php

require_once __DIR__ . '/keystead.php';

/** Renames the user's passkeys. The returned token lets the page rename them on its device. */
function renamePasskeys(string $userId, string $username): string
{
    $reply = keystead('POST', 'passkeys/update', ['userId' => $userId, 'username' => $username]);
    return $reply['updatePasskeysToken'];
}

/** Removes a passkey. The id comes from a page, so check that the user owns the passkey. */
function removePasskey(string $userId, string $passkeyId): string
{
    $passkey = keystead('GET', 'passkeys/' . rawurlencode($passkeyId));
    if ($passkey['userId'] !== $userId) {
        throw new RuntimeException('There is no such passkey.');
    }
    $reply = keystead('POST', 'passkeys/delete', ['passkeyIds' => [$passkeyId]]);
    return $reply['deletePasskeysToken'];
}

/** Returns a token that lets the page remove dead passkeys from its device. */
function tidyDevice(string $userId): string
{
    return keystead('POST', 'passkeys/prune', ['userId' => $userId])['prunePasskeysToken'];
}
