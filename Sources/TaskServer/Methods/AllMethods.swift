import JSONRPC

/// Every method, in the order of the manual.
enum AllMethods {
  static let list: [any StreamingMethod<RequestEnvironment>.Type] = [
    TaskAdd.self, TaskGet.self, TaskFetch.self, TaskCount.self, TaskUpdate.self, TaskDelete.self,
    ObjectRefresh.self,
    ContextCreate.self, ContextList.self, ContextStatus.self, ContextSave.self, ContextRollback.self,
    ContextReset.self, ContextClose.self,
    PredicateParse.self,
    ServerPing.self, ServerStatus.self, RPCDiscover.self,
    Initialize.self, Initialized.self, Shutdown.self, Exit.self, CancelRequest.self,
  ]
}
