package keystead

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
)

type Principal struct {
	Sub             string `json:"sub"`
	UserID          string `json:"userId"`
	AuthenticatorID string `json:"authenticatorId"`
	Operation       string `json:"operation"`
	Passkey         struct {
		UserVerified bool `json:"userVerified"`
	} `json:"passkey"`
	User struct {
		Email         string `json:"email"`
		EmailVerified bool   `json:"emailVerified"`
	} `json:"user"`
	CreatedAt int64 `json:"createdAt"`
}

// ExchangeCode returns the user who signed in. A code works once, within five minutes.
func ExchangeCode(code string) (*Principal, error) {
	address := fmt.Sprintf("%s/v2/%s/principal/%s",
		os.Getenv("KEYSTEAD_URL"), os.Getenv("KEYSTEAD_TENANCY_ID"), url.PathEscape(code))
	request, err := http.NewRequest("GET", address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("KEYSTEAD_API_KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		var refusal struct {
			Tag     string `json:"_tag"`
			Message string `json:"message"`
		}
		if err := json.NewDecoder(response.Body).Decode(&refusal); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %s", refusal.Tag, refusal.Message)
	}
	principal := &Principal{}
	return principal, json.NewDecoder(response.Body).Decode(principal)
}
