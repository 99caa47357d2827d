import BinaryFormats
import Foundation
import Testing

/// The compressed bytes were made with Python's zlib, `wbits` -15.
@Suite struct `Compressed data` {
  private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

  private func refusal(_ bytes: [UInt8], limit: Int = Inflate.limit) -> InflateError? {
    do throws(InflateError) {
      _ = try Inflate.inflate(bytes, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  /// `(i * i * 7 + i / 13) % 61 + 32` for 1200 numbers, which zlib gives codes of its own.
  private static let mixed: [UInt8] = (0..<1_200).map { (number: Int) -> UInt8 in
    let value: Int = number * number * 7 + number / 13
    return UInt8(value % 61 + 32)
  }
  private static let compressed = bytes(
    """
    7dPVoaQwAADAVmAJbotbWDS4a5D+67g27uNND0Ow8LPuXGHp4RF70eqKUoCLtGN71BCJYSREgwauz6s7VGR/T4Lsim2v\
    ka6TiUUgxgy+5dZ30geF2Qm/Wky05Swt9QCQ6xb02KzyUnVkYujRXcQVifxw+JKviL78F4kvqY0RLKkmrd7EtHIwdYd2\
    DivfQNjw24j1s5+ZwrEzskU900TpatGUWluK1XwBY29Z3LJj2YPC82t+m27rXbEyJsmo4PW13+UQWxhUzFjPwpiX2Bc4\
    c/B0b7B4MbgqNElrO3PtLxqUa//41PnqW1FsBoFBQB23OiVxL27Doa5V+0aq7K0/57d6shqRfbNreDrkMc0Wg7zZiHuB\
    g5sGuzTBx9zzMTeUz99rfUzcTyAztBBnMMM/3czpebhsYn/0raxOhybFXAY8JMaRgDyQkUyx3tXUh0mcH49Ydr5y7fQt\
    45LIHK8WjpX0wfVxrq5/ocB8K42TE3rb6ETh9VpjxR85Do9Hv2wIjkvpw6AEHepAGYSD+mAm4kk2IKYZJKpo9basIx5j\
    oTAUZ7Clb0qvC/UTgJTyD6nPSdTxczPzXZwuxucVc4WRYno/OGSo/hLoTqMQhNI4OlwDzSoFfLKpwmmlQjHOUeSTvA+H\
    MqPydFmgVrqgIeF+5MY1f0dkw9GgaWOETnxGlt+pxCuVhmy1OivCp613/V5vfa+7N5R4s3dUq1ZISh9DL3vyIF4dXnC3\
    BKI393+TAYDWubo/OZIaf8bhdj7449zDRCVfxVug6Q8Gw9pr8quoOkYYKgrEKGlAHWW7y3PWBJ1oh5qJ2G0hA4b4i/E/\
    xvgH
    """)
  /// The same without copies of what came before.
  private static let codesAlone = bytes(
    """
    BcGFgYMwAADAVeAJVtwtFA0SijVIoOw/x98xIvwju9R4dnrkUUZCRU1oU37EEWGmcJyCwWiSxrq7U12L9yKprtyPsHqd\
    Qq4AJRforQ1xUP5QWp3QtHJmaFf1208AhWHDz5ho3+7DFo6d3U3esShOJ5N9FGTKJlIe1poz2HK47J7C9WqwfA7rnIiM\
    IcTyNlP7HFehCfyKHdAo4KwkHs8Zvad72ASCv1X5IM7tCJoo7uVtub2HUH0uilmn5PGf76EMMOmEuV9fc93S+CW5U2RH\
    kycrydWhRSXDKg3vbNKv/S/mzsfemmZzGAoS7riNpchHZZsOg3TDkxlaRN7Bm0SakbEj3i26HNpcVl+HvcVMekBAMaYh\
    z8i59PtzN1Sv5kV+Lh0XUDlWSitY0bft1vw6XT6z/+yt7c6AZ5VaAzJk5pmBMtCQxonRhfvDZc6/iPnuchf65dPmLVMF\
    Uf86CBuD6y+4PuMDX4LZWZJW8NvGF7ps95aovNl5+kX8I6bguPQxTVrwQR/QJulk/KiQyayYMMsKCkPxRl+zkUzpq3H0\
    YPJVs+TJl3u/gFrKP9Zei+wjr3iVP3n5df4epdYFNef3Q0KOEX8TO8A6w+g4sCFJLK990VMsdclqdU4IjqZetH069BW1\
    ZygCo7NfFnrdPw2H7vvIfDg7PO/MMMjPzIs/BvOoraN5gy0q8Df0u32T2977z5OqsjsGhtfrLGfPaVT96iQngfwKtwKi\
    p47fiwOA9QnteAlUI/+bpzv4o3/BPS1cYerRF7rx5AiiT4p3x/U5olDXIUUFBn1W7aEseQsMsh1aLhK3L5sIjAj/yC41\
    np0eeZSRUFET2pQfcUSYKRynYDCapLHu7lTX4r1Iqiv3I6xep5ArQMkFemtDHJQ/lFYnNK2cGdpV/fYTQGHY8DMm2rf7\
    sIVjZ3eTdyyK08lkHwWZsomUh7XmDLYcLruncL0aLJ/DOiciYwixvM3UPsdVaAK/Ygc0CjgricdzRu/pHjaB4G9VPohz\
    O4Imint5W27vIVSfi2LWKXn853soA0w6Ye7X11y3NH5J7hTZ0eTJSnJ1aFHJsErDO5v0a/+LufOxt6bZHIaChDtuYyny\
    UdmmwyDd8GSGFpF38CaRZmTsiHeLLoc2l9XXYW8xkx4QUIxpyDNyLv3+3A3Vq3mRn0vHBVSOldIKVvRtuzW/TpfP7D97\
    a7sz4Fml1oAMmXlmoAw0pHHiPw==
    """)

  @Test(arguments: [
    ("AwA=", ""), ("AQkA9v9Db3JlIERhdGE=", "Core Data"), ("S0xKToQhAA==", "abcabcabcabc"),
    ("S0wcBaNgFAx3AAA=", String(repeating: "a", count: 1_000)),
    ("ys9LBQAAAP//KynPLxkIBAA=", "one" + String(repeating: "two", count: 40)),
  ])
  func `stored blocks, fixed codes and several blocks are read`(compressed: String, text: String) throws {
    #expect(try Inflate.inflate(Self.bytes(compressed)) == Array(text.utf8))
  }

  @Test(arguments: [compressed, codesAlone])
  func `blocks with codes of their own are read`(compressed: [UInt8]) throws {
    #expect(try Inflate.inflate(compressed) == Self.mixed)
    #expect(try Inflate.inflate(compressed + [1, 2, 3]) == Self.mixed)
  }

  @Test(arguments: [compressed, codesAlone, bytes("AQkA9v9Db3JlIERhdGE=")])
  func `what ends early is refused`(compressed: [UInt8]) {
    for count in compressed.indices {
      #expect(refusal(Array(compressed[..<count])) == .truncated, "\(count)")
    }
  }

  @Test func `no more comes out than is allowed`() {
    #expect(refusal(Self.compressed, limit: 1_200) == nil)
    #expect(refusal(Self.compressed, limit: 1_199) == .tooLarge)
    #expect(refusal(Self.bytes("S0wcBaNgFAx3AAA="), limit: 999) == .tooLarge)
    #expect(refusal(Self.bytes("AQkA9v9Db3JlIERhdGE="), limit: 8) == .tooLarge)
    // A block of 65,535 bytes, often enough to exceed what is allowed by default.
    let block: [UInt8] = [0, 0xff, 0xff, 0, 0] + [UInt8](repeating: 7, count: 65_535)
    let count = Inflate.limit / 65_535 + 1
    var bomb: [UInt8] = []
    for _ in 0..<count { bomb += block }
    #expect(refusal(bomb) == .tooLarge)
  }

  @Test func `what nobody can have compressed is refused`() {
    // A block of no kind, and a length that its complement does not fit.
    #expect(refusal([0b111]) == .malformed)
    #expect(refusal([1, 9, 0, 9, 0]) == .malformed)
    // A copy from before the beginning: length 3 and distance 1 at once, with fixed codes.
    #expect(refusal([0b0000_0011, 0b0000_0010, 0]) == .malformed)
  }

  @Test func `damaged bytes give something or nothing, and never too much`() {
    for compressed in [Self.compressed, Self.codesAlone] {
      for position in compressed.indices {
        for change: UInt8 in [0x01, 0x10, 0x80, 0xff] {
          var damaged = compressed
          damaged[position] ^= change
          let output = (try? Inflate.inflate(damaged, limit: 5_000)) ?? []
          #expect(output.count <= 5_000)
        }
      }
    }
  }
}
