/// The numbers of one item; the first contestant is the one that is judged by the others.
struct Outcome {
  let item: String
  let measure: Measure
  let samples: [Samples]

  /// How many times more the subject needs than a peer, by medians; below 1 it is better than the peer.
  ///
  /// For rates it is how many times more the peer achieves, so that less is better there too.
  func ratio(to peer: Samples) -> Double? {
    guard let subject = samples.first, subject.median > 0, peer.median > 0 else { return nil }
    return measure.isBetterGreater ? peer.median / subject.median : subject.median / peer.median
  }
}
