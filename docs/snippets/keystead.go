package keystead

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
)

type Error struct {
	Tag               string `json:"_tag"`
	Message           string `json:"message"`
	AttemptsRemaining int    `json:"attemptsRemaining"`
	RetryAfterSeconds int    `json:"retryAfterSeconds"`
	ProofToken        string `json:"proofToken"`
}

func (err *Error) Error() string { return err.Tag + ": " + err.Message }

// Call calls the API as your backend. It returns an *Error with the tag if the API refuses.
func Call(method, path string, body, reply any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	address := os.Getenv("KEYSTEAD_URL") + "/v2/" + os.Getenv("KEYSTEAD_TENANCY_ID") + "/" + path
	request, err := http.NewRequest(method, address, bytes.NewReader(content))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("KEYSTEAD_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		refusal := &Error{}
		if err := json.NewDecoder(response.Body).Decode(refusal); err != nil {
			return err
		}
		return refusal
	}
	return json.NewDecoder(response.Body).Decode(reply)
}
