<?php

require_once __DIR__ . '/keystead.php';

/**
 * Sends a code to the new address. Require the passkey again (step-up) before you call this. Keep
 * the result in the user's session.
 */
function beginEmailChange(string $userId, string $newEmail): array
{
    ['challenge' => $challenge] = keystead('POST', 'challenges', [
        'purpose' => 'email-change',
        'email' => $newEmail,
        'userId' => $userId,
        'invalidateOthers' => true,
    ]);
    return ['challengeId' => $challenge['challengeId'], 'secret' => $challenge['secret']];
}

/**
 * Checks the code, and gives the user the new address in Keystead. Returns the address, and a token
 * to rename the device's passkeys.
 */
function finishEmailChange(string $userId, array $pending, string $code): array
{
    $answer = [...$pending, 'code' => $code, 'setUserEmail' => true];
    ['challenge' => $challenge] = keystead('POST', 'challenges/verify', $answer);
    if (($challenge['userId'] ?? null) !== $userId) {
        throw new RuntimeException('Another user requested this code.');
    }
    $renaming = ['userId' => $userId, 'username' => $challenge['email']];
    ['updatePasskeysToken' => $token] = keystead('POST', 'passkeys/update', $renaming);
    return ['email' => $challenge['email'], 'updatePasskeysToken' => $token];
}
