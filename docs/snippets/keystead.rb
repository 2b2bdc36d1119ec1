require "json"
require "net/http"

class KeysteadError < StandardError
  attr_reader :tag, :details

  def initialize(details)
    super(details["message"])
    @tag = details["_tag"]
    @details = details
  end
end

# Calls the API as your backend. Raises a KeysteadError with the tag and its fields.
def keystead(method, path, body = {})
  uri = URI("#{ENV.fetch("KEYSTEAD_URL")}/v2/#{ENV.fetch("KEYSTEAD_TENANCY_ID")}/#{path}")
  headers = {
    "Authorization" => "Bearer #{ENV.fetch("KEYSTEAD_API_KEY")}",
    "Content-Type" => "application/json"
  }
  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|
    http.send_request(method, uri.request_uri, JSON.generate(body), headers)
  end
  reply = JSON.parse(response.body)
  raise KeysteadError.new(reply) unless response.is_a?(Net::HTTPSuccess)

  reply
end
