<?php

require_once __DIR__ . '/exchange.php';

/** Before the action: returns a token that lets the page request this user's passkey. */
function beginConfirmation(string $userId, string $transferId): string
{
    $reply = keystead('POST', 'passkey/authentication/authorize', [
        'userId' => $userId,
        'userVerification' => 'required',
        'purpose' => "transfer:$transferId",
    ]);
    return $reply['authenticationToken'];
}

/** Whether the code confirms this action by this user, with fingerprint, face or PIN. */
function isConfirmed(string $code, string $userId, string $transferId): bool
{
    $principal = exchangeCode($code);
    return $principal['userId'] === $userId
        && ($principal['purpose'] ?? null) === "transfer:$transferId"
        && ($principal['passkey']['userVerified'] ?? false) === true;
}
