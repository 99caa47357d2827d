import JSONRPC

/// The shapes of a family's methods, made once: a generic type cannot keep them itself.
struct FamilyShapes<Family: ObjectFamily>: Sendable {
  let addParams = ObjectAdd<Family>.Params.makeShape()
  let getParams = ObjectGet<Family>.Params.makeShape()
  let fetchParams = ObjectFetch<Family>.Params.makeShape()
  let countParams = ObjectCount<Family>.Params.makeShape()
  let updateParams = ObjectUpdate<Family>.Params.makeShape()
  let updateItem = ObjectUpdate<Family>.Item.makeShape()
  let updateOutput = ObjectUpdate<Family>.Output.makeShape()
  let deleteParams = ObjectDelete<Family>.Params.makeShape()
  let deleteOutput = ObjectDelete<Family>.Output.makeShape()
}
