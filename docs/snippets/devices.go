package keystead

import (
	"errors"
	"net/url"
)

// RenamePasskeys renames the user's passkeys. The token lets the page rename them on its device.
func RenamePasskeys(userID, username string) (string, error) {
	var reply struct {
		UpdatePasskeysToken string `json:"updatePasskeysToken"`
	}
	body := map[string]string{"userId": userID, "username": username}
	err := Call("POST", "passkeys/update", body, &reply)
	return reply.UpdatePasskeysToken, err
}

// RemovePasskey removes a passkey. The id comes from a page, so it checks that the user owns it.
func RemovePasskey(userID, passkeyID string) (string, error) {
	var passkey struct {
		UserID string `json:"userId"`
	}
	if err := Call("GET", "passkeys/"+url.PathEscape(passkeyID), nil, &passkey); err != nil {
		return "", err
	}
	if passkey.UserID != userID {
		return "", errors.New("there is no such passkey")
	}
	var reply struct {
		DeletePasskeysToken string `json:"deletePasskeysToken"`
	}
	body := map[string][]string{"passkeyIds": {passkeyID}}
	err := Call("POST", "passkeys/delete", body, &reply)
	return reply.DeletePasskeysToken, err
}

// TidyDevice returns a token that lets the page remove dead passkeys from its device.
func TidyDevice(userID string) (string, error) {
	var reply struct {
		PrunePasskeysToken string `json:"prunePasskeysToken"`
	}
	err := Call("POST", "passkeys/prune", map[string]string{"userId": userID}, &reply)
	return reply.PrunePasskeysToken, err
}
