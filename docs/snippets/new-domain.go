package keystead

import "net/url"

// AuthorizeOnNewDomain allows a passkey on the new domain, for a user who has signed in with a
// emailed code.
func AuthorizeOnNewDomain(userID, email, newRpID string) (string, error) {
	var reply struct {
		RegistrationToken string `json:"registrationToken"`
	}
	body := map[string]string{"userId": userID, "username": email, "rpId": newRpID}
	err := Call("POST", "passkey/registration/authorize", body, &reply)
	return reply.RegistrationToken, err
}

// ListPasskeysOf lists a user's passkeys of the old domain, to remove them when you no longer
// need it.
func ListPasskeysOf(userID, rpID string) ([]string, error) {
	var list struct {
		Records []struct {
			ID string `json:"id"`
		} `json:"records"`
	}
	if err := Call("GET", "passkeys?userId="+url.QueryEscape(userID), nil, &list); err != nil {
		return nil, err
	}
	ids := []string{}
	for _, record := range list.Records {
		var passkey struct {
			Credential struct {
				RpID string `json:"rpId"`
			} `json:"credential"`
		}
		if err := Call("GET", "passkeys/"+url.PathEscape(record.ID), nil, &passkey); err != nil {
			return nil, err
		}
		if passkey.Credential.RpID == rpID {
			ids = append(ids, record.ID)
		}
	}
	return ids, nil
}
