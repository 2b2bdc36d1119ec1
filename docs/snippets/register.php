<?php

require_once __DIR__ . '/keystead.php';

/** Allows one browser to create a passkey for your user. Send the token to the page. */
function authorizeRegistration(string $userId, string $email, string $name): string
{
    $reply = keystead('POST', 'passkey/registration/authorize', [
        'userId' => $userId,
        'username' => $email,
        'displayName' => $name,
    ]);
    return $reply['registrationToken'];
}
