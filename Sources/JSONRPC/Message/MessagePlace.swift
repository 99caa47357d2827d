/// Where a request came in.
package struct MessagePlace: Hashable, Sendable {
  /// Which of the client's messages it is, or stands in: from 1, in the order of arrival.
  package let number: Int
  /// Its index in a batch; 0 for a message of its own.
  package let item: Int

  /// The place of a message of its own, unless an item of a batch is named.
  package init(number: Int, item: Int = 0) {
    self.number = number
    self.item = item
  }
}
