import CLinux

/// How the C library's allocator treats large blocks.
///
/// By default it maps each large block anew and gives it back to the system at once, so that every large
/// result pays for pages that the one before had just returned: a quarter of the time of a fetch of 10,000
/// tasks.
enum Allocator {
  /// Smaller blocks than this are cut from the heap, in bytes: 4 MiB.
  private static let mapThreshold: Int32 = 4 << 20
  /// Free bytes at the end of the heap that are kept for the next request: 8 MiB.
  private static let trimThreshold: Int32 = 8 << 20

  /// To be called before the first thread is made.
  ///
  /// Source: mallopt(3).
  static func configure() {
    mallopt(M_MMAP_THRESHOLD, mapThreshold)
    mallopt(M_TRIM_THRESHOLD, trimThreshold)
  }
}
