import JSONRPC

/// Every method, in the order of the manual.
enum AllMethods {
  static let list: [any StreamingMethod<RequestEnvironment>.Type] = [
    ObjectAdd<TaskFamily>.self, ObjectGet<TaskFamily>.self, ObjectFetch<TaskFamily>.self,
    ObjectCount<TaskFamily>.self, ObjectUpdate<TaskFamily>.self, ObjectDelete<TaskFamily>.self,
    ObjectAdd<CategoryFamily>.self, ObjectGet<CategoryFamily>.self, ObjectFetch<CategoryFamily>.self,
    ObjectCount<CategoryFamily>.self, ObjectUpdate<CategoryFamily>.self, ObjectDelete<CategoryFamily>.self,
    SettingsGet.self, SettingsSet.self,
    ObjectAdd<AnyEntityFamily>.self, ObjectGet<AnyEntityFamily>.self, ObjectFetch<AnyEntityFamily>.self,
    ObjectCount<AnyEntityFamily>.self, ObjectUpdate<AnyEntityFamily>.self, ObjectDelete<AnyEntityFamily>.self,
    ObjectRefresh.self,
    RelationshipGet.self, RelationshipAdd.self, RelationshipRemove.self, RelationshipSet.self,
    RelationshipMove.self,
    ContextCreate.self, ContextList.self, ContextStatus.self, ContextSave.self, ContextRollback.self,
    ContextReset.self, ContextClose.self,
    FetchExplain.self, PredicateParse.self, PredicateComplete.self, ModelDescribe.self, StoreInfo.self,
    StoreMigrationPlan.self,
    ServerPing.self, ServerStatus.self, RPCDiscover.self,
    Initialize.self, Initialized.self, Shutdown.self, Exit.self, CancelRequest.self, SetTrace.self,
  ]
}
