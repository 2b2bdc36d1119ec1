<?php

require_once __DIR__ . '/keystead.php';

/** Exchanges a code for the signed-in user. With $userId, also sets your own id of the user. */
function exchangeCode(string $code, ?string $userId = null): array
{
    $body = $userId === null ? [] : ['userId' => $userId];
    return keystead('POST', 'principal/' . rawurlencode($code), $body);
}

/** Whether to open a session. A passkey in quarantine can be added, but it can't sign in yet. */
function opensSession(array $principal): bool
{
    return !isset($principal['passkey']['availableAt']);
}
