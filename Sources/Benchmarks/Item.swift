/// Something that is measured: its name on the command line and how.
struct Item {
  let name: String
  let measure: (Workshop) throws(BenchmarkError) -> Outcome

  /// In the order in which they are run and printed.
  static var all: [Item] {
    StartItems.all + PingItems.all + LargeMessageItems.all + GetItems.all + InsertItems.all + EngineItems.all
      + OrderItems.all + PredicateItems.all
      + ModelItems.all
      + StoreItems.all
      + FetchItems.all
      + ScanItems.all
      + ShellItems.all
      + MemoryItems.all
  }
}
