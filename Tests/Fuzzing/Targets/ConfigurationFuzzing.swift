import EPUBReader

enum ConfigurationFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    let commands = [["keys"], ["keys", "--json"]]
    let command = commands[bytes.count % commands.count]
    let outcome = CommandLineRun(command, configuration: bytes)
    claims.claim(outcome.status == 0, "a configuration ends it with \(outcome.status)")
    claims.claim(outcome.error.count { $0 == 0x0A } <= 21, "it tells too much")
    outcome.claim(isJSON: command.count > 1, &claims)
    // What is JSON is the same JSON5.
    do throws(JSONInput.Wrong) {
      let strict = try JSONInput(bytes)
      let lenient = try JSONInput(bytes, isLenient: true)
      claims.claim(strict == lenient, "JSON5 reads it otherwise")
    } catch {
      return
    }
  }
}
